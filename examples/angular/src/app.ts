import { Component, CUSTOM_ELEMENTS_SCHEMA, type ElementRef, signal, viewChild } from '@angular/core';
import '@watchpost/widgets/define/camera';
import type { WatchpostCameraElement, WatchpostEventMap } from '@watchpost/widgets/elements';

const query = new URLSearchParams(location.search);

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <watchpost-camera
      #camera
      [server]="server"
      [cameraId]="cameraId"
      [token]="token"
      [timeline]="true"
      (watchpost-state)="onState($event)"
    ></watchpost-camera>
    <button type="button" (click)="goLive()">Live</button>
    <output>{{ state() }}</output>
  `,
})
export class App {
  protected readonly server = query.get('server');
  protected readonly cameraId = query.get('camera');
  protected readonly token = location.hash.slice(1);
  protected readonly state = signal('none');
  private readonly camera = viewChild.required<ElementRef<WatchpostCameraElement>>('camera');

  protected onState({ detail }: WatchpostEventMap['watchpost-state']): void {
    this.state.set(detail.kind);
  }

  protected goLive(): void {
    this.camera().nativeElement.time = 'live';
  }
}
