import { useEffect, useRef, type ChangeEvent } from 'react';
import { Button, type ButtonVariant } from '../../../ui/buttons/button.tsx';

type PhotographButtonProps = {
  label: string;
  /** Words only for screen readers, behind the label. */
  more?: string | undefined;
  variant?: ButtonVariant;
  /** Opens the camera of a telephone instead of the list of photographs. */
  camera?: boolean;
  many?: boolean;
  off?: string | undefined;
  onFiles: (files: readonly File[]) => void;
  /** Called when the browser's dialog or the camera closes without a photograph. */
  onNone?: () => void;
};

/** Button that opens the camera, or the browser's dialog to choose photographs. */
export function PhotographButton(props: PhotographButtonProps) {
  const { label, more, variant = 'two', camera, many, off, onFiles, onNone } = props;
  const box = useRef<HTMLInputElement>(null);
  const none = useRef(onNone);
  none.current = onNone;
  useEffect(() => {
    const input = box.current;
    const cancelled = () => none.current?.();
    input?.addEventListener('cancel', cancelled);
    return () => input?.removeEventListener('cancel', cancelled);
  }, []);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // Lets the user choose the same photograph again.
    target.value = '';
    if (files.length > 0) onFiles(files);
    else onNone?.();
  };
  return (
    <>
      <input
        ref={box}
        type="file"
        hidden
        // Telephones convert their own formats to JPEG where nothing else is accepted.
        accept="image/jpeg,image/png"
        multiple={many}
        capture={camera ? 'environment' : undefined}
        onChange={take}
      />
      <Button variant={variant} off={off} onClick={() => box.current?.click()}>
        {label}
        {more && <span className="vh">{more}</span>}
      </Button>
    </>
  );
}
