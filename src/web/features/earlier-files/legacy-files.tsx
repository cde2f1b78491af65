import { EarlierFiles } from './earlier-files.tsx';
import { useLegacyFiles } from './earlier-files-api.ts';

/** Digital questionnaires of the earlier system (SUPER-01). */
export const Page = () => <EarlierFiles kind="legacy" useFiles={useLegacyFiles} />;
