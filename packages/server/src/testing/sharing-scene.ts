import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { createInvite } from '@watchpost/contract/endpoints/sharing';
import { inviteSchema, type CreateInviteBody, type Invite, type InviteOptions } from '@watchpost/contract/schemas/sharing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locateDatabase, openDatabase, type Db } from '../db/database.ts';
import { viewGrant } from './camera-access.ts';
import { createDatabasePlace, type Engine } from './databases.ts';
import { insertCustomer } from './people.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts';

/** A signed-in user. */
export interface SharingPerson {
  readonly id: string;
  readonly email: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface SharingCall {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server with users, for tests of links and access. */
export interface SharingScene {
  readonly server: TestServer;
  readonly db: Db;
  /** Creates `{name}@example.com`, signed in. */
  person(name: string): Promise<SharingPerson>;
  /** Makes a call; `body` is the parsed answer, null for an empty one. */
  call(
    person: SharingPerson | null,
    endpoint: Endpoint,
    options?: SharingCall,
  ): Promise<{ readonly status: number; readonly body: unknown; readonly headers: Headers }>;
  /** Creates a link; view only with everything else allowed, unless `over` says otherwise. */
  share(person: SharingPerson, cameraIds: readonly string[], over?: Partial<InviteOptions>): Promise<Invite & { readonly token: string }>;
  close(): Promise<void>;
}

/** The options of a link: view only, with sound and the whole archive, without limits. */
const { archiveFrom: _from, archiveUntil: _until, ...granted } = viewGrant;
export const plainOptions: InviteOptions = {
  ...granted,
  label: '',
  archiveRange: { kind: 'all' },
  maxUsers: null,
  maxViewers: null,
  allowsGuests: false,
  hasPicture: false,
};

/** A picture that no one decodes. */
export const testPicture: Buffer = Buffer.concat([Buffer.from('ffd8ffc0000b080004000601011100', 'hex'), Buffer.alloc(2000, 7)]);

/** @param options pictured: ids of cameras that have a last picture */
export async function createSharingScene(
  engine: Engine,
  { pictured = [], ...options }: TestServerOptions & { readonly pictured?: readonly string[] } = {},
): Promise<SharingScene> {
  const place = await createDatabasePlace(engine);
  const folder = join(place.dataDir, 'previews');
  await mkdir(folder, { recursive: true });
  for (const cameraId of pictured) await writeFile(join(folder, `${cameraId}.jpg`), testPicture);
  const server = await startTestServer({ ...options, dataDir: place.dataDir, databaseUrl: place.databaseUrl });
  const db = openDatabase(locateDatabase(server.config));

  const call: SharingScene['call'] = async (person, { method, path }, { parameters = {}, query = '', body, headers } = {}) => {
    const response = await server.call(
      { method, path: fillPath(path, parameters) + query },
      { headers: { ...person?.headers, ...headers }, ...(body !== undefined && { body }) },
    );
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: response.status, body: isJson ? JSON.parse(text) : text || null, headers: response.headers };
  };

  return {
    server,
    db,
    call,
    person: async (name) => {
      const email = `${name}@example.com`;
      const id = await insertCustomer(db, email);
      return { id, email, headers: { authorization: `Bearer ${await server.openSession(id)}` } };
    },
    share: async (person, cameraIds, over = {}) => {
      const body: CreateInviteBody = { ...plainOptions, cameraIds: [...cameraIds], ...over };
      const answer = await call(person, createInvite, { body });
      if (answer.status !== 201) throw new Error(`createInvite answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      const invite = inviteSchema.parse(answer.body);
      if (invite.token === null) throw new Error('The creator got no token.');
      return { ...invite, token: invite.token };
    },
    close: async () => {
      await db.destroy();
      await server.close();
      await place.remove();
    },
  };
}
