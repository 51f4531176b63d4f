export { createHomeMqttModule } from './home-mqtt-module.ts';
