// Preloaded (`node --import`) into what start.mjs runs: when the parent is killed without a chance to say goodbye,
// the channel to it closes, and this process ends in order as if it had been asked to.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
