/** What the arithmetic of docs/guide/capacity.md begins with. What is measured names where; the rest is an assumption that readers replace. */
export const capacityInputs = {
  /** Mbit/s of a camera; `bench placement` counts it as weight 1. */
  bitRate: 2,
  retentionDays: 7,
  /** Shortest segment, s: `minSegmentTicks` of camera-recorder.ts. A row each. */
  segmentSeconds: 4,
  /** Objects in the bucket a camera and day at most: docs/guide/storage.md. */
  objectsADay: 2880,
  /** Share of a core for a 1080p camera that is recorded and watched for motion: 79 % for 60 in the slowest run of `bench ingest`. */
  coresACamera: 0.79 / 60,
  /** Memory of each further camera, MB: the limit of `bench ingest`. */
  memoryACamera: 5,
  /** Share of a core for a viewer over WebSocket: the prototype’s, media.md. */
  coresAViewer: 0.001,
  /** Viewers for each camera at a time. */
  viewersACamera: 0.05,
  /** A machine, of which this much is used in quiet times: the rest takes over from those that fail. */
  coresANode: 8,
  networkANode: 10_000,
  usedShare: { cores: 0.6, network: 0.5 },
  /** US dollars: a machine and month, a GB and month, 1,000 PUTs. List prices of 2026, without traffic to viewers. */
  prices: { node: 250, storage: 0.023, puts: 0.005 },
} as const;

const capacitySteps = [1, 10, 100, 1000, 10_000, 100_000] as const;

type CapacityInputs = Omit<typeof capacityInputs, 'coresACamera'> & { readonly coresACamera: number };

interface Capacity {
  readonly cameras: number;
  readonly footageADayGb: number;
  readonly keptTb: number;
  readonly rows: number;
  readonly rowsASecond: number;
  readonly putsASecond: number;
  readonly cores: number;
  readonly memoryGb: number;
  readonly nodes: number;
  readonly dollarsAMonth: number;
}

const daySeconds = 86_400;
const daysAMonth = 365 / 12;

/** What a number of cameras takes, all of them recorded around the clock into a bucket. */
export function capacityOf(cameras: number, inputs: CapacityInputs = capacityInputs): Capacity {
  const { bitRate, retentionDays, segmentSeconds, objectsADay, usedShare, prices } = inputs;
  const footageADayGb = (cameras * bitRate * daySeconds) / 8 / 1000;
  const keptGb = footageADayGb * retentionDays;
  const viewers = cameras * inputs.viewersACamera;
  const cores = cameras * inputs.coresACamera + viewers * inputs.coresAViewer;
  // From the camera, to the bucket, to viewers.
  const network = (2 * cameras + viewers) * bitRate;
  const nodes = Math.max(
    1,
    Math.ceil(cores / (inputs.coresANode * usedShare.cores)),
    Math.ceil(network / (inputs.networkANode * usedShare.network)),
  );
  return {
    cameras,
    footageADayGb,
    keptTb: keptGb / 1000,
    rows: (cameras * retentionDays * daySeconds) / segmentSeconds,
    rowsASecond: cameras / segmentSeconds,
    putsASecond: (cameras * objectsADay) / daySeconds,
    cores,
    memoryGb: (cameras * inputs.memoryACamera) / 1000,
    nodes,
    dollarsAMonth: nodes * prices.node + keptGb * prices.storage + ((cameras * objectsADay * daysAMonth) / 1000) * prices.puts,
  };
}

/** Rows of the table, as the page of a language has them. */
export function capacityRows(locale: 'en' | 'ru'): string[] {
  const format = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3, useGrouping: true });
  const whole = new Intl.NumberFormat(locale);
  return capacitySteps.map((step) => {
    const of = capacityOf(step);
    const cells = [of.footageADayGb, of.keptTb, of.rows, of.rowsASecond, of.putsASecond, of.cores, of.memoryGb];
    return `| ${[whole.format(step), ...cells.map((cell) => format.format(cell)), whole.format(of.nodes), whole.format(Math.round(of.dollarsAMonth))].join(' | ')} |`;
  });
}
