"""Light in a bent waveguide (MEEP): every process has a part of the field.

    mpirun -n 12 python3 waveguide.py
"""

import meep

cell = meep.Vector3(16, 16, 0)
guide = [meep.Block(meep.Vector3(12, 1, meep.inf), center=meep.Vector3(-2.5, -3.5), material=meep.Medium(epsilon=12)),
         meep.Block(meep.Vector3(1, 12, meep.inf), center=meep.Vector3(3.5, 2), material=meep.Medium(epsilon=12))]
source = [meep.Source(meep.ContinuousSource(wavelength=2 * 11**0.5, width=20), component=meep.Ez,
                      center=meep.Vector3(-7, -3.5), size=meep.Vector3(0, 1))]
simulation = meep.Simulation(cell_size=cell, boundary_layers=[meep.PML(1.0)], geometry=guide, sources=source, resolution=10)
energies = []
simulation.run(meep.at_every(0.5, lambda sim: energies.append(sim.field_energy_in_box(center=meep.Vector3(), size=cell))),
               until=40)
if meep.am_master():
    print(f"energy {energies[-1]:.8e}")
