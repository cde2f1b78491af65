import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://localhost:3000';

export default defineConfig({
  root: 'src/web',
  publicDir: false,
  // React Aria has its English words as en-US; the page asks for en-AU and gets them.
  plugins: [react(), { ...optimizeLocales.vite({ locales: ['en-US', 'zh-CN'] }), enforce: 'pre' }],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy forbids inline resources, but for pictures in style sheets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': server, '/acp-login': server, '/dev': server },
  },
});
