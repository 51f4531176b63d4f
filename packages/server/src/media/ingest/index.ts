export { createLowSupply } from './low-supply.ts';
export { createAgentLinks } from './agent-links.ts';
export type { AgentCapabilities, AgentLink, AgentLinkListener, AgentLinks, AgentTalk } from './agent-links.ts';
export { createIngest } from './ingest.ts';
export type { Ingest, IngestCamera, IngestDeps, IngestStreams } from './ingest.ts';
export { probeRtsp } from './rtsp/probe-rtsp.ts';
export { createPushSource } from './push-source.ts';
export { createRtspSource } from './rtsp/rtsp-source.ts';
export { parseRtspUrl } from './rtsp/rtsp-url.ts';
