# SPDX-License-Identifier: MIT
"""matplotlib backend: draws with Agg, shows by sending a PNG to the host."""

from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg

from _glovebox import figures


class FigureManagerGlovebox(FigureManagerBase):
    def show(self):
        from matplotlib import pyplot

        figures.send(self.canvas.figure)
        pyplot.close(self.canvas.figure)

    @classmethod
    def pyplot_show(cls, *, block=None):
        figures.flush()


class FigureCanvasGlovebox(FigureCanvasAgg):
    manager_class = FigureManagerGlovebox


FigureCanvas = FigureCanvasGlovebox
FigureManager = FigureManagerGlovebox
