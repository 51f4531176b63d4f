export { createHomeMqttApi } from './home-mqtt-api.ts';
export type { HomeMqttApi } from './home-mqtt-api.ts';
