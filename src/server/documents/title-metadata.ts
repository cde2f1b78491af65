import { PDFName, type PDFDocument } from '@cantoo/pdf-lib';

/** Sets the title of a document in its metadata, in place of all earlier metadata. It claims no standard. */
export function setTitleMetadata({ context, catalog }: PDFDocument, title: string): void {
  const metadata = context.stream(metadataOf(title), { Type: 'Metadata', Subtype: 'XML' });
  catalog.set(PDFName.of('Metadata'), context.register(metadata));
}

/** Returns the title as XMP, with characters outside ASCII as references, without control characters, which XML cannot have. */
function metadataOf(title: string): string {
  const clean = title.toWellFormed().replaceAll(/\p{Cc}/gu, ' ');
  const escaped = clean.replaceAll(/[^ -%'-;=?-~]/gu, (each) => `&#${each.codePointAt(0)};`);
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>
<rdf:li xml:lang="x-default">${escaped}</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
}
