import { keepMemoryInBounds } from './process/memory-bounds.ts';

keepMemoryInBounds();
// Only now: what is loaded before a process begins again is loaded twice.
await import('./serve.ts');
