// start.mjs preloads this (`node --import`) into its commands: when the parent is killed without a chance to clean up,
// the channel to it closes, and this process terminates properly, as if it had received a signal.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
