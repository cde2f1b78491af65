/// <reference types="vite/client" />

declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  export { IconHome as default } from '@tabler/icons-react';
}
