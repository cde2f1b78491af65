import { useList } from '../../lists/use-list.ts';
import { earlierFileList } from '../../../domain/lists/definitions/earlier-files.ts';
import { useLegacyFiles } from './earlier-files-api.ts';
import { Files, ForNamedAdministrator } from './earlier-files.tsx';

/** Digital questionnaires of the earlier system (SUPER-01). */
export const Page = () => (
  <ForNamedAdministrator>
    <List />
  </ForNamedAdministrator>
);

function List() {
  const state = useList(earlierFileList);
  return <Files kind="legacy" state={state} read={useLegacyFiles(state.request)} />;
}
