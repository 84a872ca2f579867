"""The methods of CDP that somebody who drives the browser may use; there are no others.

``PASSED`` names each with the parameters that it may have. Those of ``ANSWERED`` are not carried out: what
clients say when they connect has to be answered, or they give up.
"""

from __future__ import annotations

_HANDLE = "objectId nodeId backendNodeId"
_NETWORK = "maxTotalBufferSize maxResourceBufferSize maxPostDataSize reportDirectSocketTraffic"
_EVALUATE = (
    "returnByValue awaitPromise userGesture generatePreview silent objectGroup throwOnSideEffect timeout "
    "uniqueContextId serializationOptions"
)
_MOUSE = (
    "type x y modifiers timestamp button buttons clickCount force tangentialPressure tiltX tiltY twist "
    "deltaX deltaY pointerType"
)
_KEY = (
    "type modifiers timestamp text unmodifiedText keyIdentifier code key windowsVirtualKeyCode "
    "nativeVirtualKeyCode autoRepeat isKeypad isSystemKey location commands"
)

_PASSED = {
    "Accessibility.enable": "",
    "Accessibility.disable": "",
    "Accessibility.getAXNodeAndAncestors": _HANDLE,
    "Accessibility.getChildAXNodes": "id frameId",
    "Accessibility.getFullAXTree": "depth frameId",
    "Accessibility.getPartialAXTree": f"{_HANDLE} fetchRelatives",
    "Accessibility.getRootAXNode": "frameId",
    "Accessibility.queryAXTree": f"{_HANDLE} accessibleName role",
    "Browser.getVersion": "",
    "CSS.enable": "",
    "CSS.disable": "",
    "CSS.getComputedStyleForNode": "nodeId",
    "DOM.enable": "includeWhitespace",
    "DOM.disable": "",
    "DOM.describeNode": f"{_HANDLE} depth pierce",
    "DOM.focus": _HANDLE,
    "DOM.getAttributes": "nodeId",
    "DOM.getBoxModel": _HANDLE,
    "DOM.getContentQuads": _HANDLE,
    "DOM.getDocument": "depth pierce",
    "DOM.getFlattenedDocument": "depth pierce",
    "DOM.getFrameOwner": "frameId",
    "DOM.getNodeForLocation": "x y includeUserAgentShadowDOM ignorePointerEventsNone",
    "DOM.getOuterHTML": f"{_HANDLE} includeShadowDOM",
    "DOM.performSearch": "query includeUserAgentShadowDOM",
    "DOM.getSearchResults": "searchId fromIndex toIndex",
    "DOM.discardSearchResults": "searchId",
    "DOM.pushNodesByBackendIdsToFrontend": "backendNodeIds",
    "DOM.querySelector": "nodeId selector",
    "DOM.querySelectorAll": "nodeId selector",
    "DOM.requestChildNodes": "nodeId depth pierce",
    "DOM.requestNode": "objectId",
    "DOM.resolveNode": "nodeId backendNodeId objectGroup executionContextId",
    "DOM.scrollIntoViewIfNeeded": f"{_HANDLE} rect",
    "DOMSnapshot.enable": "",
    "DOMSnapshot.disable": "",
    "DOMSnapshot.captureSnapshot": (
        "computedStyles includePaintOrder includeDOMRects includeBlendedBackgroundColors "
        "includeTextColorOpacities"
    ),
    "Input.dispatchDragEvent": "type x y data modifiers",
    "Input.dispatchKeyEvent": _KEY,
    "Input.dispatchMouseEvent": _MOUSE,
    "Input.dispatchTouchEvent": "type touchPoints modifiers timestamp",
    "Input.emulateTouchFromMouseEvent": _MOUSE,
    "Input.insertText": "text",
    "Input.setInterceptDrags": "enabled",
    "Inspector.enable": "",
    "Log.enable": "",
    "Log.disable": "",
    "Network.enable": _NETWORK,
    "Network.disable": "",
    "Network.getRequestPostData": "requestId",
    "Network.getResponseBody": "requestId",
    "Page.addScriptToEvaluateOnNewDocument": "source worldName runImmediately",
    "Page.bringToFront": "",
    "Page.captureScreenshot": "format quality clip fromSurface captureBeyondViewport optimizeForSpeed",
    "Page.close": "",
    "Page.createIsolatedWorld": "frameId worldName grantUniveralAccess",
    "Page.enable": "enableFileChooserOpenedEvent",
    "Page.disable": "",
    "Page.getFrameTree": "",
    "Page.getLayoutMetrics": "",
    "Page.getNavigationHistory": "",
    "Page.getResourceTree": "",
    "Page.navigate": "url referrer referrerPolicy transitionType frameId",
    "Page.navigateToHistoryEntry": "entryId",
    "Page.reload": "ignoreCache",
    "Page.removeScriptToEvaluateOnNewDocument": "identifier",
    "Page.screencastFrameAck": "sessionId",
    "Page.startScreencast": "format quality maxWidth maxHeight everyNthFrame",
    "Page.stopScreencast": "",
    "Page.setInterceptFileChooserDialog": "enabled cancel",
    "Page.setLifecycleEventsEnabled": "enabled",
    "Performance.enable": "timeDomain",
    "Performance.disable": "",
    "Performance.getMetrics": "",
    "Runtime.addBinding": "name executionContextName",
    "Runtime.removeBinding": "name",
    "Runtime.callFunctionOn": f"functionDeclaration objectId arguments executionContextId {_EVALUATE}",
    "Runtime.disable": "",
    "Runtime.discardConsoleEntries": "",
    "Runtime.enable": "",
    "Runtime.evaluate": f"expression contextId includeCommandLineAPI replMode {_EVALUATE}",
    "Runtime.getProperties": (
        "objectId ownProperties accessorPropertiesOnly generatePreview nonIndexedPropertiesOnly"
    ),
    "Runtime.globalLexicalScopeNames": "executionContextId",
    "Runtime.releaseObject": "objectId",
    "Runtime.releaseObjectGroup": "objectGroup",
    "Runtime.runIfWaitingForDebugger": "",
    "Schema.getDomains": "",
    "Target.activateTarget": "targetId",
    "Target.attachToTarget": "targetId flatten",
    "Target.closeTarget": "targetId",
    "Target.createTarget": (
        "url browserContextId newWindow background width height forTab left top windowState focus hidden"
    ),
    "Target.detachFromTarget": "sessionId targetId",
    "Target.getBrowserContexts": "",
    "Target.getTargetInfo": "targetId",
    "Target.getTargets": "filter",
    "Target.setAutoAttach": "autoAttach waitForDebuggerOnStart flatten filter",
    "Target.setDiscoverTargets": "discover filter",
}
PASSED = {method: frozenset(params.split()) for method, params in _PASSED.items()}

ANSWERED = frozenset(
    {
        "Browser.close",
        "Browser.grantPermissions",
        "Browser.resetPermissions",
        "Browser.setDownloadBehavior",
        "Browser.setWindowBounds",
        "Emulation.clearDeviceMetricsOverride",
        "Emulation.setAutoDarkModeOverride",
        "Emulation.setDefaultBackgroundColorOverride",
        "Emulation.setDeviceMetricsOverride",
        "Emulation.setEmulatedMedia",
        "Emulation.setFocusEmulationEnabled",
        "Emulation.setTouchEmulationEnabled",
        "Emulation.setUserAgentOverride",
        "Network.setCacheDisabled",
        "Page.handleJavaScriptDialog",
        "Page.setBypassCSP",
        "Page.setDownloadBehavior",
        "Page.setFontFamilies",
        "Page.setPrerenderingAllowed",
        "Security.setIgnoreCertificateErrors",
    }
)

ACTS = frozenset(
    {
        "Input.dispatchDragEvent",
        "Input.dispatchKeyEvent",
        "Input.dispatchMouseEvent",
        "Input.dispatchTouchEvent",
        "Input.emulateTouchFromMouseEvent",
        "Input.insertText",
        "Page.bringToFront",
        "Page.close",
        "Page.navigate",
        "Page.navigateToHistoryEntry",
        "Page.reload",
        "Target.activateTarget",
        "Target.closeTarget",
        "Target.createTarget",
    }
)
"""What somebody does, as opposed to looking: what is a step, or a part of one."""
