export { HomeMqttSection } from './home-mqtt-section.tsx';
