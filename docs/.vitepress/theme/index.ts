import DefaultTheme from 'vitepress/theme';
import type { Theme } from 'vitepress';
import CameraDemo from './camera-demo.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('CameraDemo', CameraDemo);
  },
} satisfies Theme;
