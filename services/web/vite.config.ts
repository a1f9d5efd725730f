import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * The page is served under a CSP that allows neither inline code nor data: addresses, so nothing is inlined.
 * `npm run dev` passes API calls on to a system that `npm run demo` started.
 */
export default defineConfig({
  plugins: [react()],
  build: { target: 'es2023', assetsInlineLimit: 0, sourcemap: false, chunkSizeWarningLimit: 700 },
  server: { host: '127.0.0.1', proxy: { '/v1': 'http://127.0.0.1:8080' } },
});
