import { defineConfig } from 'vite';

// The strictest policy that the checkout needs nothing beyond, and the page's icon. While you develop, Vite adds styles and scripts of its own.
const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

// The page and the server's calls have to be of one origin: a proxy in front of both, which Vite is meanwhile.
export default defineConfig({
  server: { proxy: { '/public': { target: process.env.WATCHPOST_SERVER ?? 'http://localhost:8080', ws: true } } },
  preview: { headers: { 'Content-Security-Policy': policy } },
});
