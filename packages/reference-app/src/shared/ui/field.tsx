export { ErrorText, Field } from '@watchpost/widgets/primitives';
export type { FieldProps } from '@watchpost/widgets/primitives';
