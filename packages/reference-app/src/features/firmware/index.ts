export { FirmwarePart } from './firmware-part.tsx';
