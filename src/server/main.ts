import { leaveOutLibraryChecks } from './process/library-checks.ts';
import { keepMemoryInBounds } from './process/memory-bounds.ts';

keepMemoryInBounds();
leaveOutLibraryChecks();
// Imported here, because modules loaded before the process restarts are loaded twice.
await import('./serve.ts');
