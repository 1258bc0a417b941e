// SPDX-License-Identifier: MIT
// Runs in the page's own world, where no script of the product ever runs. "ports" stands before.
"use strict";

const at = (name) => `127.0.0.1:${ports[name]}`;
const bounded = (promise) => Promise.race([promise, new Promise((r) => setTimeout(r, 4000))]);

function image() {
    return new Promise((resolve) => {
        const picture = new Image();
        picture.onload = picture.onerror = resolve;
        picture.src = `http://${at("page_image")}/image.png`;
    });
}

async function peerConnection() {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:${at("page_webrtc")}` }] });
    peer.createDataChannel("out");
    const gathered = new Promise((resolve) => {
        peer.onicegatheringstatechange = () => {
            if (peer.iceGatheringState === "complete")
                resolve();
        };
    });
    await peer.setLocalDescription(await peer.createOffer());
    await gathered;
}

async function attempt(run) {
    try {
        await bounded(run());
    } catch {
        return; // whether it got out is for the listener to say
    }
}

async function attack() {
    await Promise.all([
        attempt(() => fetch(`http://${at("page_fetch")}/`, { mode: "no-cors" })),
        attempt(image),
        attempt(peerConnection),
    ]);
    // Not a file of the page's: the engine reports the refusal, and so the test knows.
    await attempt(() => fetch("/attack-is-over"));
}

attack();
