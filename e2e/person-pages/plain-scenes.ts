import { contactScenes } from './contact-scenes.ts';
import { emergencyScenes } from './emergency-scenes.ts';
import type { PlainScene } from './scene.ts';

/** The pages without script, by area. Each area has one contact sheet. */
export const plainAreas: Readonly<Record<string, readonly PlainScene[]>> = {
  'emergency-page': emergencyScenes,
  'contact-page': contactScenes,
};
