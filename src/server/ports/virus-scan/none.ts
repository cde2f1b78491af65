import type { VirusScan } from './port.ts';

/** Where no scanner is set up: what is inside a file is checked all the same, by its form. */
export const noVirusScan: VirusScan = { isClean: () => Promise.resolve(true) };
