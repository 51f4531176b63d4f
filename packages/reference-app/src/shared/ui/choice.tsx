export { Checkbox, Chip, RadioGroup, Segmented, Select, Slider, Switch } from '@watchpost/widgets/primitives';
