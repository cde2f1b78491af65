import { useEffect, useRef } from 'react';
import type { OpenDialog } from '../actions/use-customer-dialogs.tsx';

/** Shows the result of the import in the address, which mails and notifications link to. Only once: the dialog can be closed. */
export function useImportOfAddress(open: OpenDialog): void {
  const done = useRef(false);
  useEffect(() => {
    const id = new URLSearchParams(location.search).get('import');
    if (id === null || done.current) return;
    done.current = true;
    open('import', id);
  }, [open]);
}
