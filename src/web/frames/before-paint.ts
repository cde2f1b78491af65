import { firstLanguage } from '../app/language.ts';
import { applyLook, keptLook } from '../app/look/look.ts';

// Runs before the browser paints the first frame of a page (scripts/frames): with the theme and the text size that this browser
// stores, and without a frame in the language that its visitor did not choose.
applyLook(keptLook());
const { dataset } = document.documentElement;
if (document.currentScript?.dataset['language'] !== firstLanguage()) dataset['frame'] = 'hidden';
