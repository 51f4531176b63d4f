import { PhoneCameraError } from '../phone-camera-error.ts';
import type {
  PhoneBattery,
  PhoneCapture,
  PhoneDevice,
  PhoneFailure,
  PhoneLens,
  PhoneNetwork,
  PhoneRecordingHandlers,
  PhoneTracks,
} from '../phone-camera-types.ts';

/** An open camera of a fake phone: records calls and lets a test trigger events. */
interface FakeCapture extends PhoneCapture {
  readonly lens: PhoneLens;
  readonly withSound: boolean;
  readonly isClosed: boolean;
  readonly torch: boolean | null;
  readonly isPaused: boolean;
  readonly keyFrames: number;
  readonly bitsPerSecond: number;
  give(kind: 'video' | 'audio', keyFrame?: boolean): void;
  emitTracks(tracks?: PhoneTracks): void;
  /** Takes the camera away, like a browser. */
  lose(reason?: PhoneFailure): void;
}

export interface FakePhone extends PhoneDevice {
  /** Why the camera can't be opened; null if it can. */
  failure: PhoneFailure | null;
  readonly captures: readonly FakeCapture[];
  readonly awake: number;
  /** Presses that it was allowed to use, with what was to be opened. */
  readonly presses: readonly boolean[];
  setBattery(battery: PhoneBattery | null): void;
  setNetwork(network: PhoneNetwork): void;
  setVisible(isVisible: boolean): void;
}

export const fakeTracks: PhoneTracks = {
  video: { kind: 'video', codec: 'avc1.42e01f', width: 1280, height: 720, configuration: 'AULAHv/hAAA=' },
  audio: null,
};

export function createFakePhone(): FakePhone {
  const captures: FakeCapture[] = [];
  const presses: boolean[] = [];
  let awake = 0;
  const noop = (): void => undefined;
  let [emitBattery, emitNetwork, emitVisible]: [
    (battery: PhoneBattery | null) => void,
    (network: PhoneNetwork) => void,
    (isVisible: boolean) => void,
  ] = [noop, noop, noop];
  const phone: FakePhone = {
    failure: null,
    captures,
    presses,
    onPress: ({ withSound }) => void presses.push(withSound),
    get awake() {
      return awake;
    },
    unfit: async () => (phone.failure === 'insecure' || phone.failure === 'unsupported' ? phone.failure : null),
    open: async ({ lens, withSound }) => {
      if (phone.failure) throw new PhoneCameraError(phone.failure);
      const capture = createFakeCapture(lens, withSound);
      captures.push(capture);
      return capture;
    },
    keepAwake: () => {
      awake += 1;
      return () => void (awake -= 1);
    },
    watchBattery: (listener) => {
      emitBattery = listener;
      listener(null);
      return noop;
    },
    watchNetwork: (listener) => {
      emitNetwork = listener;
      listener('unknown');
      return noop;
    },
    watchVisible: (listener) => {
      emitVisible = listener;
      listener(true);
      return noop;
    },
    setBattery: (battery) => emitBattery(battery),
    setNetwork: (network) => emitNetwork(network),
    setVisible: (isVisible) => emitVisible(isVisible),
  };
  return phone;
}

function createFakeCapture(lens: PhoneLens, withSound: boolean): FakeCapture {
  let handlers: PhoneRecordingHandlers | null = null;
  let onLost = (_reason?: PhoneFailure): void => undefined;
  let [isClosed, torch, isPaused, keyFrames, bitsPerSecond, time]: [boolean, boolean | null, boolean, number, number, number] = [
    false,
    null,
    false,
    0,
    0,
    0,
  ];
  return {
    lens,
    withSound,
    abilities: { lens, hasTorch: lens === 'rear', hasSound: withSound },
    get isClosed() {
      return isClosed;
    },
    get torch() {
      return torch;
    },
    get isPaused() {
      return isPaused;
    },
    get keyFrames() {
      return keyFrames;
    },
    get bitsPerSecond() {
      return bitsPerSecond;
    },
    setTorch: async (isOn) => {
      torch = isOn;
    },
    record: (given, first) => {
      handlers = given;
      bitsPerSecond = first;
      return {
        setBitrate: (next) => {
          bitsPerSecond = next;
        },
        requestKeyFrame: () => {
          keyFrames += 1;
        },
        setPaused: (next) => {
          isPaused = next;
        },
      };
    },
    onLost: (listener) => {
      onLost = listener;
      return () => undefined;
    },
    close: () => {
      isClosed = true;
    },
    give: (kind, keyFrame = kind === 'audio') => {
      time += 0.04;
      handlers?.onSample({ kind, keyFrame, decodeTime: time, compositionOffset: 0, duration: 0.04, data: Uint8Array.of(1, 2, 3) });
    },
    emitTracks: (tracks = fakeTracks) => handlers?.onTracks(tracks),
    lose: (reason) => onLost(reason),
  };
}
