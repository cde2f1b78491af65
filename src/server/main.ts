import { leaveOutLibraryChecks } from './process/library-checks.ts';
import { keepMemoryInBounds } from './process/memory-bounds.ts';

keepMemoryInBounds();
leaveOutLibraryChecks();
// Only now: what is loaded before a process begins again is loaded twice.
await import('./serve.ts');
