// Compiled, never run: what Solid, Svelte and Vue know of an element in their templates, and the mistakes that they find.
import type { JSX } from 'solid-js';
import type { SvelteHTMLElements } from 'svelte/elements';
import type { GlobalComponents } from 'vue';

type SolidCamera = JSX.IntrinsicElements['watchpost-camera'];
const solid: SolidCamera = {
  'camera-id': 'yard',
  'prop:time': 5,
  'on:watchpost-quality': ({ detail }) => void detail.type,
};
// @ts-expect-error -- an unknown quality
const wrongInSolid: SolidCamera = { quality: 'best' };
// @ts-expect-error -- an unknown event
const unknownToSolid: SolidCamera = { 'on:watchpost-states': () => undefined };

type SvelteCamera = SvelteHTMLElements['watchpost-camera'];
const svelte: SvelteCamera = { 'camera-id': 'yard', muted: false, 'onwatchpost-state': ({ detail }) => void detail.kind };
// @ts-expect-error -- an unknown transport
const wrongInSvelte: SvelteCamera = { transport: 'rtsp' };

type VueCamera = InstanceType<GlobalComponents['watchpost-camera']>['$props'];
const vue: VueCamera = { 'camera-id': 'yard', time: 'live', quality: 'low' };
// @ts-expect-error -- a time is a number
const wrongInVue: VueCamera = { time: 'now' };

void [solid, wrongInSolid, unknownToSolid, svelte, wrongInSvelte, vue, wrongInVue];
