export { Checkbox, Chip, RadioGroup, Segmented, Select, Slider, Switch, Tabs } from '@watchpost/widgets/primitives';
