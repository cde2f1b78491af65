import { EarlierFiles } from './earlier-files.tsx';
import { useEolFiles } from './earlier-files-api.ts';

/** End-of-life documents of the earlier system (SUPER-01). */
export const Page = () => <EarlierFiles kind="eol" useFiles={useEolFiles} />;
