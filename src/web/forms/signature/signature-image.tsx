import { useText } from '../../app/texts.tsx';
import css from './signature.module.css';
import { isTyped } from './signature-picture.ts';

/** The picture of a signature, a PNG data URL. The words below it say so if it was typed. */
export function SignatureImage({ picture, alt }: { picture: string; alt: string }) {
  const t = useText();
  return (
    <div className={css.picture}>
      <img className={css.signature} src={picture} alt={alt} />
      {isTyped(picture) && <small>{t('signatureImage.typed')}</small>}
    </div>
  );
}
