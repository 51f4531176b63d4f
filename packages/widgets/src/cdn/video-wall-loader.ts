// The one script of a partner's page with a video wall. The wall itself is a hashed file in wall/, fetched at once and cached for good.
void import('../define/video-wall.ts');
