/**
 * The signals library, able to load on a page that froze `Object.prototype` once it is built. Point `@preact/signals-core` here in a
 * bundler's aliases, so that the whole page has one copy: signals of two copies do not see each other's changes.
 */
export { action, batch, computed, Computed, createModel, effect, Effect, signal, Signal, untracked } from '@preact/signals-core';
export type { EffectOptions, Model, ModelConstructor, ModelFactory, ReadonlySignal, SignalOptions } from '@preact/signals-core';
