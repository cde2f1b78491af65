import type { ReactNode } from 'react';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import type { Read } from '../../api/use-read.ts';
import { LoadFailed } from './load-failed.tsx';
import { Spinner } from './spinner.tsx';

type LoadedProps<Data> = {
  read: Read<Data>;
  /** Text of the spinner. */
  word?: PlainTextKey | undefined;
  /** Message after a failure to load, if another message already shows that an error occurred. */
  failure?: PlainTextKey;
  children: (data: Data) => ReactNode;
};

/** Shows data once it is loaded; until then a spinner, or the failure with a retry button. The texts `errors` must be loaded. */
export function Loaded<Data>({ read, word, failure, children }: LoadedProps<Data>): ReactNode {
  if (read.data !== undefined) return children(read.data);
  if (read.failed) return <LoadFailed error={read.failed} words={failure} onRetry={read.retry} />;
  return <Spinner word={word} />;
}
