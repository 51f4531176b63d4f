export { Button, buttonClass } from './action/button.tsx';
export type { ButtonLook, ButtonProps } from './action/button.tsx';
export { IconButton, iconButtonClass } from './action/icon-button.tsx';
export type { IconButtonProps } from './action/icon-button.tsx';
export {
  AlertIcon,
  BellIcon,
  CheckIcon,
  ChevronDownIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  CloseIcon,
  DoneIcon,
  EyeIcon,
  EyeOffIcon,
  InfoIcon,
  LoaderIcon,
  WarningIcon,
} from './control-icons.tsx';
export { ErrorText } from './field/error-text.tsx';
export { Field } from './field/field.tsx';
export type { FieldProps } from './field/field.tsx';
export type { FieldMask, TextElement } from './field/use-field-text.ts';
export { useLabels } from './labels.ts';
export type { LabelName } from './labels.ts';
export { Dialog, DialogPanel } from './overlay/dialog.tsx';
export type { DialogProps } from './overlay/dialog.tsx';
export { PrimitivesProvider, usePrimitives } from './settings.tsx';
export type { PrimitivesSettings } from './settings.tsx';
export { EmptyState } from './status/empty-state.tsx';
export type { EmptyStateProps } from './status/empty-state.tsx';
export { Mark } from './sign/mark.tsx';
export { LinkButton } from './action/link-button.tsx';
export { Checkbox } from './choice/checkbox.tsx';
export { Chip } from './choice/chip.tsx';
export type { ChipProps } from './choice/chip.tsx';
export { RadioGroup } from './choice/radio-group.tsx';
export type { RadioGroupProps, RadioOption } from './choice/radio-group.tsx';
export { Segmented } from './choice/segmented.tsx';
export type { SegmentedProps } from './choice/segmented.tsx';
export { Slider } from './choice/slider.tsx';
export type { SliderProps } from './choice/slider.tsx';
export { Switch } from './choice/switch.tsx';
export type { ToggleProps } from './choice/switch.tsx';
export { Tabs } from './choice/tabs.tsx';
export type { TabsProps } from './choice/tabs.tsx';
export { CodeField, codeDigits } from './field/code-field.tsx';
export type { CodeFieldProps } from './field/code-field.tsx';
export { Select } from './field/select.tsx';
export type { SelectOption, SelectProps } from './field/select.tsx';
export { ConfirmDialog } from './overlay/confirm-dialog.tsx';
export type { ConfirmDialogProps } from './overlay/confirm-dialog.tsx';
export { Menu } from './menu/menu.tsx';
export { MenuList } from './menu/menu-list.tsx';
export type { MenuProps } from './menu/menu.tsx';
export type { MenuChoice, MenuEntry, MenuItem, MenuSubmenu } from './menu/menu-entry.ts';
export type { Placement } from './overlay/placement.ts';
export { Modal } from './overlay/modal.tsx';
export type { ModalBehaviour, ModalProps } from './overlay/modal.tsx';
export { Popper } from './overlay/popper.tsx';
export type { PopperProps } from './overlay/popper.tsx';
export { ToastCard } from './overlay/toast-card.tsx';
export type { ToastCardProps, ToastKind } from './overlay/toast-card.tsx';
export { Tooltip, TooltipBody } from './overlay/tooltip.tsx';
export type { TooltipProps } from './overlay/tooltip.tsx';
export { Badge, CountBadge, Dot } from './status/badge.tsx';
export type { Tone } from './status/badge.tsx';
export { Banner } from './status/banner.tsx';
export type { BannerProps } from './status/banner.tsx';
export { EventGlyph } from './sign/event-glyph.tsx';
export type { EventShape } from './sign/event-shape.tsx';
export { ListRow } from './status/list-row.tsx';
export type { ListRowProps } from './status/list-row.tsx';
export { Progress } from './status/progress.tsx';
export type { ProgressProps } from './status/progress.tsx';
export { Skeleton } from './status/skeleton.tsx';
export { Spinner } from './status/spinner.tsx';
export { LiveTag, Stamp } from './sign/stamp.tsx';
export type { StampProps } from './sign/stamp.tsx';
