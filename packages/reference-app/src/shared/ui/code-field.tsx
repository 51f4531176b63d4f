export { CodeField, codeDigits } from '@watchpost/widgets/primitives';
