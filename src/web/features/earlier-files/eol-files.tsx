import { useList } from '../../lists/use-list.ts';
import { earlierFileList } from '../../../domain/lists/definitions/earlier-files.ts';
import { useEolFiles } from './earlier-files-api.ts';
import { Files, ForNamedAdministrator } from './earlier-files.tsx';

/** End-of-life documents of the earlier system (SUPER-01). */
export const Page = () => (
  <ForNamedAdministrator>
    <List />
  </ForNamedAdministrator>
);

function List() {
  const state = useList(earlierFileList);
  return <Files kind="eol" state={state} read={useEolFiles(state.request)} />;
}
