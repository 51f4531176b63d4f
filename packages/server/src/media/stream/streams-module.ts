import type { Logger } from '../../kernel/log.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import { createStreamRegistry, type StreamRegistry } from './stream-registry.ts';

interface StreamsModule extends ServerModule {
  readonly streams: StreamRegistry;
}

/** Creates the fan-out point of every camera, to which all receivers of video subscribe. */
export function createStreamsModule({ log }: { readonly log: Logger }): StreamsModule {
  const streams = createStreamRegistry({ log });
  return { name: 'streams', streams, cameraHooks: { start: ({ id }) => streams.hold(id), stop: streams.close } };
}
