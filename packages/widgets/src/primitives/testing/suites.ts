export { describeField } from './field-conformance.tsx';
export type { FieldCase, FieldSuiteProps } from './field-conformance.tsx';
export { describeModal } from './modal-conformance.tsx';
export type { ModalCase } from './modal-conformance.tsx';
export { describePopper } from './popper-conformance.tsx';
export type { PopperCase } from './popper-conformance.tsx';
export { installStandIns } from './stand-ins.ts';
