import { lazy, Suspense } from 'react';
import type { ModalProps } from './modal-props.ts';

const ModalLayer = lazy(() => import('./modal-layer.tsx'));

/**
 * A dialog. Escape and the close button close it; focus stays inside and returns to its previous element. The React Aria code for
 * it is loaded with the first dialog that opens.
 */
export function Modal(props: ModalProps) {
  return props.open ? (
    <Suspense>
      <ModalLayer {...props} />
    </Suspense>
  ) : null;
}
