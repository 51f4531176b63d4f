/** A push service in its own process: accepts every message after a delay, like one on the internet. Usage: node push-endpoint.ts <key file> <certificate file> <pause, ms> */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';

const [keyFile = '', certificateFile = '', pause = '20'] = process.argv.slice(2);
let taken = 0;
const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(certificateFile) }, (request, response) => {
  if (request.method === 'GET') return void response.end(String(taken));
  request.resume();
  request.on('end', () =>
    setTimeout(() => {
      taken += 1;
      response.writeHead(201).end();
    }, Number(pause)),
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`ready https://localhost:${typeof address === 'object' ? address?.port : 0}`);
});
