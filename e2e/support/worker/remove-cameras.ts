import { WatchpostError, type Client } from '@watchpost/sdk-core';

/** Removes the cameras that an account sees: a product that goes on would look for them for the rest of the run. */
export async function removeCameras(client: Client): Promise<void> {
  try {
    for (const { id } of await client.cameras.list()) await client.cameras.remove(id);
  } catch (error) {
    // A spec about sign-out has ended the session.
    if (!(error instanceof WatchpostError && error.code === 'session-expired')) throw error;
  }
}
