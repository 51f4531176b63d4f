import { defineConfig } from 'vite';

// The page and the server's calls have to be of one origin: a proxy in front of both, which Vite is meanwhile.
export default defineConfig({
  server: { proxy: { '/public': { target: process.env.WATCHPOST_SERVER ?? 'http://localhost:8080', ws: true } } },
});
