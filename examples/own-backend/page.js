const { server } = document.querySelector('script[data-server]').dataset;
const list = document.querySelector('ol');

for (const { id, title } of await (await fetch('/cameras')).json()) {
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  caption.textContent = title;
  // One request for the tokens of all elements of the page.
  const camera = Object.assign(document.createElement('watchpost-camera'), {
    server,
    cameraId: id,
    tokenUrl: '/watchpost-token',
    muted: true,
    controls: true,
  });
  figure.append(camera, caption);
  document.querySelector('main').append(figure);
}

new EventSource('/events').addEventListener('message', ({ data }) => {
  const { type, timestamp, data: about } = JSON.parse(data);
  const item = document.createElement('li');
  item.textContent = `${new Date(timestamp).toLocaleTimeString()} ${about.cameraTitle ?? ''} ${type}`;
  list.prepend(item);
});
