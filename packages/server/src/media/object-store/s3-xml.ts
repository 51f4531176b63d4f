import { SaxesParser } from 'saxes';

/** An answer of S3, which is flat: fields, and a list of records with fields of their own. */
interface S3Answer {
  readonly fields: Readonly<Record<string, string>>;
  readonly records: readonly Readonly<Record<string, string>>[];
}

/**
 * Reads an answer of S3.
 * @param record name of the elements that repeat, like `Contents`
 * @throws when it is no XML, or has a DOCTYPE
 */
export function readS3Answer(xml: string, record: string): S3Answer {
  const fields: Record<string, string> = {};
  const records: Record<string, string>[] = [];
  const path: string[] = [];
  let current: Record<string, string> | null = null;
  let text = '';
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('XML with a DOCTYPE is not read.');
  });
  parser.on('opentag', ({ name }) => {
    path.push(name);
    text = '';
    if (name === record) records.push((current = {}));
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    path.pop();
    if (name === record) current = null;
    else if (current) current[name] ??= text;
    else if (path.length === 1) fields[name] ??= text;
    text = '';
  });
  parser.write(xml).close();
  return { fields, records };
}

/** Writes the body of a request that removes objects. Keys need no escaping. */
export function writeRemoval(keys: readonly string[]): string {
  const objects = keys.map((key) => `<Object><Key>${key}</Key></Object>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?><Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${objects}<Quiet>true</Quiet></Delete>`;
}
